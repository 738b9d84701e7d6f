//! Copying without allocating: what `derive(Clone)` does not give.

/// Implements [`Clone`] field by field, `clone_from` included, so that a copy over another one keeps its room. What
/// follows `else` is what a new copy has in the fields that are not copied.
#[doc(hidden)]
#[macro_export]
macro_rules! clone_fields {
    ($name:ident { $($field:ident),+ $(,)? } $(else { $($other:ident: $value:expr),+ })?) => {
        impl Clone for $name {
            fn clone(&self) -> $name {
                $name { $($field: self.$field.clone(),)+ $($($other: $value,)+)? }
            }

            fn clone_from(&mut self, source: &$name) {
                $(self.$field.clone_from(&source.$field);)+
            }
        }
    };
}
