//! Handles of other layouts, sizes and first words.

use super::tools::*;

/// The layout of a handle: functions that make its bytes of the host backend's, and the reverse.
struct Layout {
    id: &'static str,
    does: &'static str,
    size: usize,
    write: fn(&[u8], &mut [u8]),
    read: fn(&[u8]) -> Vec<u8>,
}

/// Bytes before those of the host backend.
const BEFORE: usize = 16;

const LAYOUTS: [Layout; 3] = [
    Layout {
        id: "begins_with_small_number",
        does: "begin with the number 2, as a version may, or a descriptor",
        size: BEFORE + SIZE,
        write: |plain, data| {
            data[..8].copy_from_slice(&2u64.to_le_bytes());
            data[BEFORE..].copy_from_slice(plain);
        },
        read: |data| data[BEFORE..].to_vec(),
    },
    Layout {
        id: "is_scrambled",
        does: "hold nothing in the clear, and begin with other bytes each time",
        size: 8 + SIZE,
        write: |plain, data| {
            static MADE: Counter = Counter::new();
            let key = (MADE.next() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
            data[..8].copy_from_slice(&key);
            for (place, byte) in plain.iter().enumerate() {
                data[8 + place] = byte ^ key[place % 8] ^ 0x5a;
            }
        },
        read: |data| {
            let (key, rest) = data.split_at(8);
            rest.iter().enumerate().map(|(place, byte)| byte ^ key[place % 8] ^ 0x5a).collect()
        },
    },
    Layout {
        id: "has_odd_size",
        does: "have 333 bytes, most of them zeros",
        size: 333,
        write: |plain, data| data[333 - SIZE..].copy_from_slice(plain),
        read: |data| data[333 - SIZE..].to_vec(),
    },
];

pub(super) fn variants(c: &mut Catalogue) {
    for (family, name, objects, text, sizes) in [
        (
            Memory,
            "memory",
            "USM memory",
            "urIPCGetMemHandleExp: \"a pointer to the IPC memory handle data\" and the \"size of the \
             resulting IPC memory handle data\"",
            "memory.get.success",
        ),
        (
            Physical,
            "physical",
            "physical memory",
            "urIPCGetPhysMemHandleExp: \"a pointer to the IPC physical memory handle data\" and the \"size \
             of the resulting IPC physical memory handle data\"",
            "physical_memory.get.success",
        ),
    ] {
        for Layout { id, does, size, write, read } in LAYOUTS {
            let given = shared::<Kept<HashMap<Ptr, (Box<[u8]>, Ptr)>>>();
            c.variant(
                format!("{name}_handle_{id}"),
                format!("{YML}, {text}; what the data is, and which size it has, is not said"),
            )
            .of(&[sizes])
            .does(format!("handles of {objects} {does}"))
            .instead(move |c: &Get, ur| {
                if c.family != family || c.data.is_null() || c.size.is_null() {
                    return None;
                }
                let (mut plain, mut plain_size) = (Ptr::NULL, 0);
                let below = Get { data: Out::of(&mut plain), size: Out::of(&mut plain_size), ..*c };
                let result = below.run(ur);
                if result != SUCCESS {
                    return Some(result);
                }
                let mut data = vec![0; size].into_boxed_slice();
                write(&plain.bytes(plain_size), &mut data);
                let place = Ptr(data.as_mut_ptr().cast());
                given.set(place, (data, plain));
                Some(c.give(place, size))
            })
            .instead(move |c: &Put, ur| {
                let (_, plain) = given.get(&c.data).filter(|_| c.family == family)?;
                let result = Put { data: plain, ..*c }.run(ur);
                if result == SUCCESS {
                    given.take(&c.data);
                }
                Some(result)
            })
            .instead(move |c: &Open, ur| {
                let asked = Open { size: SIZE, ..*c };
                if c.family != family || !well_formed(&asked) {
                    return None;
                }
                Some(if c.size == size { c.run_with(&read(&c.data.bytes(size)), ur) } else { INVALID_VALUE })
            });
        }
    }
}
