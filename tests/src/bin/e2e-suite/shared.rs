//! Tests that share what is dear.

use e2e::{Code, Error, Shared, SharedContext, SharedFixture};
use std::io::Write as _;

/// Adds a line to the file that whoever runs the suite reads.
pub(crate) fn log(line: &str) {
    let mut file = std::fs::File::options()
        .create(true)
        .append(true)
        .open(super::lock())
        .unwrap();
    // Several processes write here: a line goes out in one piece.
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}

struct Server;

impl SharedFixture for Server {
    async fn setup(_: &SharedContext) -> e2e::Result<Self> {
        log("+server");
        Ok(Self)
    }

    async fn teardown(&self, _: &SharedContext) -> e2e::Result {
        log("-server");
        Ok(())
    }
}

/// Stands for a pool whose task has to go on between tests.
struct Database {
    questions: tokio::sync::mpsc::Sender<tokio::sync::oneshot::Sender<u32>>,
}

impl SharedFixture for Database {
    async fn setup(cx: &SharedContext) -> e2e::Result<Self> {
        let _server: Shared<Server> = cx.get().await?;
        log("+database");
        let (questions, mut asked) = tokio::sync::mpsc::channel(1);
        tokio::spawn(async move {
            let mut count = 0;
            while let Some(answer) = asked.recv().await {
                let answer: tokio::sync::oneshot::Sender<u32> = answer;
                count += 1;
                let _ = answer.send(count);
            }
        });
        Ok(Self { questions })
    }

    async fn teardown(&self, _: &SharedContext) -> e2e::Result {
        log("-database");
        Ok(())
    }
}

impl Database {
    async fn ask(&self) -> u32 {
        let (answer, answered) = tokio::sync::oneshot::channel();
        self.questions.send(answer).await.unwrap();
        answered.await.unwrap()
    }
}

mod works {
    use super::*;

    #[e2e::test]
    #[ignore]
    async fn one(database: Shared<Database>, _server: Shared<Server>) {
        println!("answer {}", database.ask().await);
    }

    #[e2e::test]
    #[ignore]
    async fn two_fails(database: Shared<Database>) {
        panic!("answer {}", database.ask().await)
    }

    #[e2e::test]
    #[ignore]
    async fn three(database: Shared<Database>) {
        println!("answer {}", database.ask().await);
    }
}

struct Unlucky;

impl SharedFixture for Unlucky {
    async fn setup(_: &SharedContext) -> e2e::Result<Self> {
        log("tried");
        panic!("no luck")
    }
}

mod breaks {
    use super::*;

    #[e2e::test]
    #[ignore]
    async fn one(_unlucky: Shared<Unlucky>) {}

    #[e2e::test]
    #[ignore]
    async fn two(_unlucky: Shared<Unlucky>) {}
}

struct Leaky;

impl SharedFixture for Leaky {
    async fn setup(_: &SharedContext) -> e2e::Result<Self> {
        Ok(Self)
    }

    async fn teardown(&self, _: &SharedContext) -> e2e::Result {
        println!("last words");
        Err(Error::new(
            Code::EnvironmentUnavailable,
            "two rows were left",
        ))
    }
}

struct Stuck;

impl SharedFixture for Stuck {
    async fn setup(_: &SharedContext) -> e2e::Result<Self> {
        Ok(Self)
    }

    async fn teardown(&self, _: &SharedContext) -> e2e::Result {
        std::future::pending().await
    }
}

mod leaves {
    use super::*;

    #[e2e::test]
    #[ignore]
    async fn rows(_leaky: Shared<Leaky>, _server: Shared<Server>) {}

    #[e2e::test]
    #[ignore]
    async fn forever(_stuck: Shared<Stuck>) {}
}
