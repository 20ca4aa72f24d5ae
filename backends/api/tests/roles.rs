//! Checks that the roles in the table of entry points fit the types and names beside them.

use ur_ipc_api::*;

macro_rules! untold {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// The pointers to what a call may write to, of which the table does not say what becomes of it.
        fn untold() -> Vec<(&'static str, &'static str)> {
            let types: &[&[&str]] = &[$(&[$(stringify!($ty)),*]),*];
            let rows = EntryPoint::ALL.iter().zip(types);
            let rows = rows.flat_map(|(row, types)| row.parameters.iter().zip(*types).map(|both| (row.name, both)));
            let untold = rows.filter(|(_, (parameter, ty))| ty.starts_with("*") && ty.contains("mut")
                && parameter.role == Role::Plain);
            untold.map(|(row, (parameter, _))| (row, parameter.name)).collect()
        }
    };
}
for_each_entry_point!(untold);

#[test]
fn what_a_call_may_write_to_has_a_role() {
    // A descriptor that UR did not make const, and what the host function gets.
    assert_eq!(untold(), [("urUSMPoolCreate", "pPoolDesc"), ("urEnqueueHostTaskExp", "data")]);
}

#[test]
fn references_are_counted_where_names_say_so() {
    for row in EntryPoint::ALL {
        let (name, has) = (row.name, |role| row.position(role).is_some());
        assert_eq!(has(Role::Retained), name.ends_with("Retain"), "{name}");
        let ends = ["Release", "Free"].iter().any(|end| name.ends_with(end));
        assert_eq!(has(Role::Consumed), ends || matches!(row.sharing, Some((Sharing::Close, _))), "{name}");
    }
}

#[test]
fn calls_of_sharing_have_what_they_share() {
    for row in EntryPoint::ALL {
        let has = |roles: &[Role]| roles.iter().all(|&role| row.position(role).is_some());
        let complete = match row.sharing {
            Some((Sharing::Get, _)) => has(&[Role::Exported, Role::NewData, Role::Number]),
            Some((Sharing::Put, _)) => has(&[Role::ConsumedData]),
            Some((Sharing::Open, _)) => has(&[Role::Data, Role::DataSize, Role::New]),
            Some((Sharing::Close, _)) => has(&[Role::Consumed]),
            None => !row.name.starts_with("urIPC"),
        };
        assert!(complete, "{}", row.name);
    }
}
