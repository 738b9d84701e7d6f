//! probe
#![allow(clippy::print_stdout, reason="x")]
fn main(){ for f in std::env::args().skip(1){ let t=std::fs::read_to_string(&f).unwrap_or_default(); let (a,b)=rota_syntax::parse(&t,0); if std::env::var("A").is_ok(){println!("{a:#?}");} println!("{} {f}",a.items.len()); for d in b { let l=&d.labels()[0]; println!("{} {} {:?} {:?} {:?}",d.code(),d.message(),l, t.get(l.span.start as usize..l.span.end as usize), d.advice()); } } }
