//! Files that were cut off or changed: each is told, none is touched, and the other tables go on.

use std::fs;

use crate::guest::{Server, some_option};

#[test]
fn a_file_cut_anywhere_is_told_and_left_as_it_is() {
    let mut server = Server::start("cuts");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 4);
    let mut page = server.by(&begun["here"]);
    for number in 0..8 {
        let player = page.view(None)["decision"]["player"].as_str().unwrap().to_owned();
        let view = page.view(Some(&player));
        assert_eq!(page.choose(&player, &some_option(&view, number), &view["at"])["type"], "view");
    }
    let before = page.view(None);
    server.kill();

    let (game, seats) = (server.table(1).join("game.save"), server.table(1).join("table.toml"));
    let (game, seats) = (fs::read(game).unwrap(), fs::read(seats).unwrap());
    // At ends of lines, too: what is left looks whole there.
    let ends: Vec<usize> = (1..game.len()).filter(|place| game[place - 1] == b'\n').collect();
    let last = ends.len();
    let lengths = [
        0,
        1,
        game.len() / 7,
        game.len() / 3,
        game.len() - 2,
        ends[0],
        ends[1],
        ends[last - 2],
        ends[last - 1],
    ];
    let mut broken: Vec<(Vec<u8>, Vec<u8>)> =
        lengths.iter().map(|length| (game[..*length].to_vec(), seats.clone())).collect();
    for place in [game.len() / 2, game.len() - 10] {
        let mut changed = game.clone();
        changed[place] ^= 1;
        broken.push((changed, seats.clone()));
    }
    broken.push(([&game[..], b"\n{}\n"].concat(), seats.clone()));
    broken.push((vec![0xff; 300], seats.clone()));
    broken.push((game.clone(), seats[..seats.len() - 20].to_vec()));
    broken.push((game.clone(), Vec::new()));
    for (number, (game, seats)) in (2..).zip(&broken) {
        fs::create_dir(server.table(number)).unwrap();
        fs::write(server.table(number).join("game.save"), game).unwrap();
        fs::write(server.table(number).join("table.toml"), seats).unwrap();
    }
    // A folder without files, and things that are no tables.
    let empty = 2 + broken.len() as u64;
    fs::create_dir(server.table(empty)).unwrap();
    fs::create_dir(server.folder.join("tables/notes")).unwrap();
    fs::write(server.folder.join("tables/77"), "no folder").unwrap();

    let server = server.started();
    let mut page = server.by(&begun["here"]);
    let after = page.view(None);
    for field in ["tiles", "pieces", "players", "events", "decision"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let errors = server.errors();
    for number in 2..=empty {
        let told = format!("table {number} is left alone: ");
        assert_eq!(errors.matches(&told).count(), 1, "table {number}: {errors}");
    }
    assert_eq!(errors.matches("is left alone").count(), broken.len() + 1, "{errors}");
    for (number, (game, seats)) in (2..).zip(&broken) {
        assert!(fs::read(server.table(number).join("game.save")).unwrap() == *game, "table {number}");
        assert!(fs::read(server.table(number).join("table.toml")).unwrap() == *seats, "table {number}");
    }
    let player = after["decision"]["player"].as_str().unwrap().to_owned();
    let view = page.view(Some(&player));
    assert_eq!(page.choose(&player, &some_option(&view, 1), &view["at"])["type"], "view");
}
