//! Copying without allocating: what `derive(Clone)` does not give.

/// Implements [`Clone`] member by member, `clone_from` included, so that a copy over another one keeps its room. What
/// follows `else` is what a new copy has in those that are not copied.
#[doc(hidden)]
#[macro_export]
macro_rules! clone_fields {
    ($name:ident { $($member:ident),+ $(,)? } $(else { $($other:ident: $value:expr),+ })?) => {
        impl Clone for $name {
            fn clone(&self) -> $name {
                $name { $($member: self.$member.clone(),)+ $($($other: $value,)+)? }
            }

            fn clone_from(&mut self, source: &$name) {
                $(self.$member.clone_from(&source.$member);)+
            }
        }
    };
}
