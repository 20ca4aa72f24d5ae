//! The explorer: runs program after program.

use super::confirm::{confirm, confirm_with, look_again};
use super::finding::{Fault, Finding, Leak};
use super::leaks::{Again, HighWater, families, look_for_leak, run_again, without};
use super::record::Known;
use super::runner::Runner;
use super::shrink::shrink;
use super::team::LateEnd;
use super::unable::Unable;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::Rng;
use ur_ipc_fixtures::api::Family;
use ur_ipc_harness::device::Address;
use ur_ipc_model::{Device, Generator, Limits};

/// Time limit for a few steps.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The same where a program is run again because of what it gave: a hang costs that much for each program that still shows it.
const IMPATIENCE: Duration = Duration::from_secs(3);

/// So often what does not come again is tried when it is seen once more.
const CHANCES: u32 = 3;

/// The extent of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// So many programs at most.
    pub programs: Option<u64>,
    /// No program begins after so much time.
    pub time: Option<Duration>,
    /// The seed of the first program.
    pub seed: u64,
    /// Limits of the programs' sizes.
    pub limits: Limits,
    /// After so many findings of different causes nothing more is looked for.
    pub findings: usize,
}

/// Makes programs and runs them.
pub struct Explorer {
    runner: Runner,
    /// For what was found: step by step.
    careful: Runner,
    generator: Generator,
    high_water: HighWater,
    /// Causes that were told, and those that are not to be.
    found: BTreeSet<String>,
    expected: BTreeSet<String>,
    /// Findings of known programs that their files do not record.
    unexpected: Vec<(FindingOrigin, Finding)>,
    /// Of what leaks that were told, or are not to be, leave more behind, and the families that they are about.
    leaks: BTreeMap<&'static str, BTreeSet<Family>>,
    /// Signatures of faults as they were seen first, to recognise them.
    known: BTreeSet<String>,
    /// Findings that did not come again so far, by their first signature, with the number of tries.
    unrepeated: BTreeMap<String, (u32, Finding, FindingOrigin)>,
    totals: Totals,
    robustness: Robustness,
    /// Problems that make the exploration fail and belong to no program.
    problems: Vec<String>,
}

/// Counts of the results of steps of which nothing is required. The first key is the undefined part, the second the
/// result.
pub type Robustness = BTreeMap<String, BTreeMap<String, u64>>;

/// The progress of an exploration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Programs that ran.
    pub programs: u64,
    /// Steps that were taken.
    pub steps: u64,
    /// Of them, those that were taken at once with others.
    pub at_once: u64,
    /// Steps that were left out, as what they build upon went otherwise.
    pub not_taken: u64,
    /// Situations that were visited.
    pub situations: usize,
    /// Pairs of situations that were visited.
    pub pairs: usize,
    /// Of different causes.
    pub findings: usize,
    /// The time that it took.
    pub time: Duration,
}

/// An event during an exploration.
pub enum ExplorerEvent<'e> {
    /// The progress so far.
    Progress(&'e Totals),
    /// A cause that was not known, and what showed it first.
    Found(&'e Finding, &'e FindingOrigin),
}

/// The origin of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingOrigin {
    /// The program of this number that was drawn.
    Drawn(u64),
    /// The file of a known finding, which records another one.
    Known(String),
}

impl fmt::Display for FindingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn(number) => write!(f, "program {number}"),
            Self::Known(name) => write!(f, "the program of {name}, which records something else"),
        }
    }
}

impl Explorer {
    /// On this device, of which the model is told this.
    pub fn new(address: &Address, device: Device) -> Self {
        Self {
            runner: Runner::new(address, device, PATIENCE),
            careful: Runner::new(address, device, IMPATIENCE).one_by_one(),
            generator: Generator::default(),
            high_water: HighWater::default(),
            found: BTreeSet::new(),
            expected: BTreeSet::new(),
            unexpected: Vec::new(),
            leaks: BTreeMap::new(),
            known: BTreeSet::new(),
            unrepeated: BTreeMap::new(),
            totals: Totals::default(),
            robustness: Robustness::new(),
            problems: Vec::new(),
        }
    }

    /// The effects of misuse.
    pub const fn robustness(&self) -> &Robustness {
        &self.robustness
    }

    /// Whether a known program still shows what its file records. If so, that cause is not told of others either. Whatever else
    /// it shows is told when exploring begins, unless it is known by another file.
    ///
    /// # Errors
    /// Why nothing can be run.
    pub fn expect(&mut self, known: &Known) -> Result<bool, Unable> {
        let shown = look_again(&mut self.careful, &known.program, &known.record)?;
        let others = shown.others.into_iter().map(|other| (FindingOrigin::Known(known.name.clone()), other));
        self.unexpected.extend(others);
        let Some(finding) = shown.recorded else { return Ok(false) };
        match finding.fault {
            Fault::Leak(Leak { what, .. }) => self.know_leak(what, &finding),
            _ => drop(self.expected.insert(finding.signature())),
        }
        Ok(true)
    }

    /// Explores so much, and tells what comes of it.
    ///
    /// # Errors
    /// Why nothing can be run any more, or what `tell` failed with.
    pub fn explore<E: From<Unable>>(
        &mut self,
        scope: Scope,
        mut tell: impl FnMut(ExplorerEvent<'_>) -> Result<(), E>,
    ) -> Result<Totals, E> {
        let mut rng = Rng::new(scope.seed);
        let begun = Instant::now();
        for (origin, finding) in std::mem::take(&mut self.unexpected) {
            self.take_and_tell(finding, &origin, &mut tell)?;
        }
        loop {
            self.totals.time = begun.elapsed();
            let over = scope.programs.is_some_and(|most| self.totals.programs >= most)
                || scope.time.is_some_and(|most| self.totals.time >= most)
                || self.totals.findings >= scope.findings;
            if over {
                for (_, finding, origin) in std::mem::take(&mut self.unrepeated).into_values() {
                    if !self.is_new(finding.signature()) {
                        continue;
                    }
                    self.tell_found(&finding, &origin, &mut tell)?;
                }
                return Ok(self.totals);
            }
            let device = self.runner.device();
            let program = self.generator.program(device, scope.limits, &mut |bound| rng.below(bound));
            let ran = self.runner.run(&program)?;
            let number = self.totals.programs;
            self.totals.programs += 1;
            self.totals.steps += ran.steps as u64;
            self.totals.at_once += ran.at_once as u64;
            self.totals.not_taken += ran.not_taken.len() as u64;
            let coverage = self.generator.coverage();
            (self.totals.situations, self.totals.pairs) = (coverage.situations(), coverage.pairs());
            if let Some((what, came)) = ran.misused {
                *self.robustness.entry(what).or_default().entry(came).or_default() += 1;
            }
            let mut finding = ran.finding;
            if finding.is_none() {
                if ran.held.is_empty() || ran.fresh {
                    self.high_water.reset();
                }
                if !ran.held.is_empty() && self.high_water.rises(&ran.held) {
                    finding = match run_again(&mut self.runner, &mut self.high_water, &program, ran.held)? {
                        Again::More => look_for_leak(&mut self.careful, &program)?,
                        Again::NoMore => None,
                        Again::Finding(finding) => Some(*finding),
                    };
                }
            }
            if finding.as_ref().is_some_and(|finding| !matches!(finding.fault, Fault::Leak(_))) {
                self.high_water.reset();
            }
            if let Some(finding) = finding {
                self.take_and_tell(finding, &FindingOrigin::Drawn(number), &mut tell)?;
            }
            self.totals.time = begun.elapsed();
            tell(ExplorerEvent::Progress(&self.totals))?;
        }
    }

    fn take_and_tell<E: From<Unable>>(
        &mut self,
        finding: Finding,
        origin: &FindingOrigin,
        tell: &mut impl FnMut(ExplorerEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.take(finding, origin)? {
            Some(found) => self.tell_found(&found, origin, tell),
            None => Ok(()),
        }
    }

    fn tell_found<E>(
        &mut self,
        found: &Finding,
        origin: &FindingOrigin,
        tell: &mut impl FnMut(ExplorerEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.totals.findings += usize::from(found.is_violation());
        tell(ExplorerEvent::Found(found, origin))
    }

    /// Lets the processes leave in which the last programs ran. A bad end of one that showed nothing before is no finding, as
    /// no program is known for it, and no exploration with one says that nothing was seen.
    ///
    /// # Errors
    /// What the machine lacks.
    pub fn finish(&mut self) -> Result<Vec<String>, Unable> {
        let mut problems = std::mem::take(&mut self.problems);
        for runner in [&mut self.runner, &mut self.careful] {
            for LateEnd { process, how } in runner.team.leave()? {
                problems.push(format!("after the end of the last program, process {process}: {how}"));
            }
        }
        Ok(problems)
    }

    /// Looks closer at a finding, if its cause is not known yet.
    fn take(&mut self, finding: Finding, origin: &FindingOrigin) -> Result<Option<Finding>, Unable> {
        let first = finding.signature();
        if self.known.contains(&first) {
            return Ok(None);
        }
        let leaked = matches!(finding.fault, Fault::Leak(_));
        let Some(finding) = self.beside_known_leaks(finding)? else { return Ok(None) };
        let mut finding = confirm(&mut self.careful, finding)?;
        if finding.again.0 == 0
            && !leaked
            && let Some(confirmed) = confirm_with(&mut self.careful, self.runner.history(), &finding)?
        {
            finding = confirmed;
        }
        if finding.again.0 == 0 && matches!(finding.fault, Fault::Hang(_) | Fault::Leak(_)) {
            // A busy machine is slow as well, and a driver may keep more for a while.
            tracing::warn!("not seen again, and not told: {}", finding.describe());
            return Ok(None);
        }
        if let Fault::Leak(leak) = &finding.fault {
            let what = leak.what;
            if self.known_families(&finding).is_some() {
                return Ok(None);
            }
            let finding = self.of_one_family(finding)?;
            let finding = shrink(&mut self.careful, finding)?;
            self.know_leak(what, &finding);
            return Ok(Some(finding));
        }
        let is_late = matches!(finding.fault, Fault::Late { .. });
        if finding.again.0 == 0 && (is_late || !finding.is_violation()) {
            // No step of the program is to blame, or one that is free to: it may be of a program before, of those that are not
            // remembered.
            self.known.insert(first);
            self.problems.push(format!(
                "what is not seen again may be of a program before it: {}",
                finding.describe()
            ));
            return Ok(None);
        }
        let cause = finding.signature();
        if finding.again.0 == 0 && self.is_given_a_chance(&first, &finding, origin) {
            tracing::info!("not seen again yet, {origin}: {}", finding.describe());
            return Ok(None);
        }
        self.unrepeated.remove(&first);
        // Where a process is lost in the middle of several steps is not known at first: that tells nothing of the next time.
        if finding.step.is_some() && first.starts_with(':') {
            tracing::debug!("{first} is {cause}");
        } else if !leaked {
            self.known.insert(first);
        }
        if !self.is_new(cause) {
            return Ok(None);
        }
        if finding.again.0 == 0 {
            return Ok(Some(finding));
        }
        shrink(&mut self.careful, finding).map(Some)
    }

    /// True if nothing with this cause was told, which it is from now on.
    fn is_new(&mut self, cause: String) -> bool {
        !self.expected.contains(&cause) && self.found.insert(cause)
    }

    /// True if what did not come again is kept back until it is seen once more, which may come again.
    fn is_given_a_chance(&mut self, first: &str, finding: &Finding, origin: &FindingOrigin) -> bool {
        let (tried, ..) = self
            .unrepeated
            .entry(first.to_owned())
            .and_modify(|(tried, ..)| *tried += 1)
            .or_insert_with(|| (1, finding.clone(), origin.clone()));
        *tried < CHANCES
    }

    /// The families of a leak that leak already.
    fn known_families(&self, finding: &Finding) -> Option<&BTreeSet<Family>> {
        let Fault::Leak(leak) = &finding.fault else { return None };
        self.leaks.get(leak.what).filter(|known| !known.is_disjoint(&families(&finding.program)))
    }

    /// A leak whose cause is known hides others: what still goes wrong without the families of those that are known is
    /// something else.
    fn beside_known_leaks(&mut self, finding: Finding) -> Result<Option<Finding>, Unable> {
        let mut finding = finding;
        while let Some(known) = self.known_families(&finding) {
            let program = without(&finding.program, known);
            match look_for_leak(&mut self.careful, &program)? {
                Some(other) if !self.known.contains(&other.signature()) => finding = other,
                _ => return Ok(None),
            }
        }
        Ok(Some(finding))
    }

    /// The same leak in a program about one family, if one is enough for it.
    fn of_one_family(&mut self, finding: Finding) -> Result<Finding, Unable> {
        let all = families(&finding.program);
        if all.len() < 2 {
            return Ok(finding);
        }
        for family in &all {
            let others = all.iter().copied().filter(|other| other != family).collect();
            if let Some(alone) = look_for_leak(&mut self.careful, &without(&finding.program, &others))?
                && alone.signature() == finding.signature()
            {
                return Ok(Finding { again: finding.again, ..alone });
            }
        }
        Ok(finding)
    }

    fn know_leak(&mut self, what: &'static str, finding: &Finding) {
        let families = families(&finding.program);
        if families.is_empty() {
            // All programs show it.
            self.known.insert(finding.signature());
        }
        self.leaks.entry(what).or_default().extend(families);
    }
}
