//! Programs that play: each moves as soon as it is its turn.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use crate::live::Live;

/// How long nothing is tried after a move could not be kept.
const PAUSE: Duration = Duration::from_secs(5);

/// Plays the seats of a table that programs have, until it is put away or the server ends.
pub(crate) async fn let_play(live: Arc<Live>, mut closing: watch::Receiver<bool>) {
    let mut pulse = live.listen();
    while !*closing.borrow() && !pulse.borrow_and_update().gone {
        let pause = match live.let_program_move().await {
            Ok(true) => continue,
            Ok(false) => None,
            Err(_) => Some(PAUSE),
        };
        tokio::select! {
            () = sleep(pause.unwrap_or_default()), if pause.is_some() => {}
            _ = pulse.changed(), if pause.is_none() => {}
            _ = closing.changed() => {}
        }
    }
}
