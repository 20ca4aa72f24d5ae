//! Memory of others that a call touches.

use crate::catalogue::Catalogue;
use crate::layer::sharing::{Close, Memory};
use ur_ipc_api::{UsmAllocInfo, UsmType};

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_close_of_unknown_pointer_writes", "memory.close.unknown_pointer")
        .does("Close of a pointer to no allocation is refused, and writes where it points to")
        .before(|c: &Close, ur| {
            let kind = ur.alloc_info::<UsmType>(c.context, c.object, UsmAllocInfo::TYPE);
            if c.family == Memory && kind.is_none_or(|kind| kind == UsmType::UNKNOWN) && !c.context.is_null()
            {
                c.object.write(0u8);
            }
        });
}
