//! Every figure is well formed in both formats and both themes, for any data.

use super::*;

fn labels(title: &str) -> Labels {
    Labels {
        title: title.to_owned(),
        x: "move number".to_owned(),
        y: "durée moyenne (ms) < & >".to_owned(),
        note: "50 games each; bands are 95 % intervals of the mean".to_owned(),
        number_format: NumberFormat::French,
    }
}

/// One figure of each kind, with long names.
fn figures() -> Vec<Figure> {
    let series = |name: &str, times: f64| Series {
        name: name.to_owned(),
        points: (1..=60)
            .map(|n| {
                let y = times * (1.0 + (f64::from(n) / 9.0).sin().abs());
                LinePoint { x: f64::from(n), y, band: Some((y * 0.8, y * 1.3)) }
            })
            .collect(),
    };
    let bar = |value: f64| {
        Some(Bar { value, interval: Some((value * 0.7, value * 1.1)), text: String::new() })
    };
    let names = ["minimax", "negamax", "alpha-beta on minimax", "alpha-beta on negamax"];
    let all = names.iter().zip([4.0, 3.9, 1.2, 1.1]).map(|(name, t)| series(name, t));
    vec![
        Figure::Lines(Lines {
            labels: labels("Mean search time by move number, depth 2"),
            x: Scale::Linear,
            y: Scale::FromZero,
            series: all.collect(),
        }),
        Figure::Lines(Lines {
            labels: labels("Nodes by depth"),
            x: Scale::Linear,
            y: Scale::Log,
            series: names
                .iter()
                .zip([12.0, 9.0, 5.0, 3.0_f64])
                .map(|(name, base)| Series {
                    name: (*name).to_owned(),
                    points: (1..=7)
                        .map(|d| {
                            let y = base.powi(d);
                            LinePoint { x: f64::from(d), y, band: Some((y / 1.5, y * 1.5)) }
                        })
                        .collect(),
                })
                .collect(),
        }),
        Figure::Course(Course {
            labels: labels("Alice – Bob"),
            sides: ["Black ahead", "White ahead"].map(str::to_owned),
            marks: ["?! inaccuracy", "? mistake", "?? blunder"].map(str::to_owned).to_vec(),
            points: (0..=60)
                .map(|n| CoursePoint {
                    x: f64::from(n),
                    y: 30.0 * (f64::from(n) / 11.0).sin() - f64::from(n % 7),
                    mark: (n % 9 == 0).then_some(n as usize % 3),
                    text: format!("{n} c4??"),
                })
                .collect(),
        }),
        Figure::Bars(Bars {
            labels: labels("Wins against random"),
            scale: Scale::FromZero,
            series: vec!["depth 1".to_owned(), "depth 2".to_owned()],
            groups: names
                .iter()
                .map(|name| BarGroup {
                    name: format!("{name} (eval=mixed-discs, order=static)"),
                    bars: vec![bar(41.0), bar(48.0)],
                })
                .collect(),
        }),
        Figure::Heat(Heat {
            labels: labels("Matrix 1"),
            hue: Hue::Signed,
            columns: "abcdefgh".chars().map(String::from).collect(),
            rows: (1..=8).map(|n| n.to_string()).collect(),
            values: (0..8)
                .map(|r: i32| (0..8).map(|c: i32| Some(f64::from(r * 60 - 250 + 10 * c))).collect())
                .collect(),
        }),
        Figure::Pies(Pies {
            labels: labels("Shares of the wheel"),
            slices: ["+40", "+20", "0", "−20", "−64"].map(str::to_owned).to_vec(),
            pies: [1, 4, 8]
                .map(|k| Pie {
                    name: format!("(f + 64)^{k}"),
                    shares: [104.0, 84.0, 64.0, 44.0, 0.0_f64].map(|w| w.powi(k)).to_vec(),
                })
                .to_vec(),
        }),
        Figure::Cells(Cells {
            labels: labels("Two boards and two genomes"),
            groups: ["corner", "edge", "worth nothing"].map(str::to_owned).to_vec(),
            blocks: [8, 8, 10]
                .map(|columns: usize| CellBlock {
                    name: "Corners empty, which is a long name for a block of cells".to_owned(),
                    columns: (1..=columns).map(|n| n.to_string()).collect(),
                    rows: (0..4)
                        .map(|row| CellRow {
                            name: format!("parent {row}"),
                            cells: (0..columns)
                                .map(|column| Cell {
                                    text: format!("-{}", column * row),
                                    group: (column > 0).then_some(column % 3),
                                    disc: [None, Some(Disc::Black), Some(Disc::White)][row % 3],
                                    marked: column == row,
                                })
                                .collect(),
                        })
                        .collect(),
                    cuts: vec![3],
                })
                .to_vec(),
        }),
        Figure::Intervals(Intervals {
            labels: labels("Elo"),
            columns: ["+ = −", "Elo"].map(str::to_owned).to_vec(),
            rows: names
                .iter()
                .zip([f64::INFINITY, 40.0, -30.0, -130.0])
                .map(|(name, elo)| IntervalRow {
                    name: (*name).to_owned(),
                    cells: vec!["120 3 77".to_owned(), format!("{elo:+.0} ± 44")],
                    value: Some((elo, elo.min(200.0) - 44.0, elo + 44.0)),
                })
                .collect(),
        }),
    ]
}

#[test]
fn every_figure_is_well_formed_in_every_format() {
    for figure in figures() {
        for theme in Theme::ALL {
            let svg = figure.svg(theme);
            let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
            let root = document.root_element();
            let side = |name| root.attribute(name).and_then(|n| n.parse::<f64>().ok()).unwrap();
            let (width, height) = (side("width"), side("height"));
            for text in root.descendants().filter(|node| node.has_tag_name("text")) {
                let at = |name| text.attribute(name).unwrap().parse::<f64>().unwrap();
                let length = letters::width(text.text().unwrap(), at("font-size"));
                let left = match text.attribute("text-anchor").unwrap() {
                    "start" => at("x"),
                    "middle" => at("x") - length / 2.0,
                    _ => at("x") - length,
                };
                assert!(
                    left >= 0.0 && left + length <= width + 0.5,
                    "{:?} sticks out",
                    text.text()
                );
                assert!(at("y") > 0.0 && at("y") < height);
            }
            #[cfg(feature = "documents")]
            assert!(figure.png(theme, 0.5).starts_with(b"\x89PNG\r\n\x1a\n"));
        }
    }
}

#[test]
fn empty_figures_are_well_formed() {
    let empty =
        Lines { labels: Labels::default(), x: Scale::Linear, y: Scale::Log, series: vec![] };
    let point = LinePoint { x: 3.0, y: -1.0, band: Some((f64::NAN, 0.0)) };
    let odd = Series { name: String::new(), points: vec![point] };
    let lines = Lines { series: vec![odd], ..empty.clone() };
    let bars = Bars {
        labels: Labels::default(),
        scale: Scale::FromZero,
        series: vec![String::new()],
        groups: vec![BarGroup { name: String::new(), bars: vec![None] }],
    };
    let pie = Pie { name: "none".to_owned(), shares: vec![0.0, f64::NAN] };
    let pies = Pies { labels: Labels::default(), slices: vec![], pies: vec![pie] };
    let course = Course {
        labels: Labels::default(),
        sides: Default::default(),
        marks: vec![],
        points: vec![CoursePoint { x: 0.0, y: f64::NAN, mark: Some(7), text: String::new() }],
    };
    for figure in [
        Figure::Lines(empty),
        Figure::Lines(lines),
        Figure::Course(course),
        Figure::Bars(bars),
        Figure::Pies(pies),
    ] {
        assert!(roxmltree::Document::parse(&figure.svg(Theme::Light)).is_ok());
        #[cfg(feature = "documents")]
        assert!(!figure.png(Theme::Dark, 0.2).is_empty());
    }
}
