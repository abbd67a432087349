// Licences, bans and sources of all dependencies by the rules of deny.toml, from `cargo tree` alone:
// what .ci/deny checks with cargo-deny, without the minutes that cargo-deny takes to build. Security
// advisories need their database, which changes by the day: the workflow checks them with .ci/deny.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const rules = readFileSync(new URL('../deny.toml', import.meta.url), 'utf8');
const allowed = new Set([...rules.match(/^allow = \[([^\]]*)\]/ms)[1].matchAll(/"([^"]+)"/g)].map((found) => found[1]));
const banned = new Set([...rules.matchAll(/crate = "([^"]+)"/g)].map((found) => found[1]));

// The packages that some feature on some platform needs; our own have a path.
const options = { maxBuffer: 1 << 28, encoding: 'utf8', cwd: new URL('..', import.meta.url) };
const tree = ['tree', '--workspace', '--all-features', '--target', 'all', '--edges', 'normal,build,dev'];
const format = ['--prefix', 'none', '--format', '{p}|{l}', '--locked'];
const lines = execFileSync('cargo', [...tree, ...format], options).split('\n').filter((line) => line !== '');
const packages = new Set(lines.map((line) => line.replace(/ \(\*\)$/, '')));

const used = new Set();
/** Whether an SPDX expression can be fulfilled with the allowed licences. */
function isAllowed(expression) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g);
  let at = 0;
  const one = () => {
    if (tokens[at] === '(') {
      at += 1;
      const inner = either();
      at += 1;
      return inner;
    }
    let name = tokens[at++];
    if (tokens[at] === 'WITH') {
      name = `${name} WITH ${tokens[at + 1]}`;
      at += 2;
    }
    if (allowed.has(name)) used.add(name);
    return allowed.has(name);
  };
  const both = () => {
    let all = one();
    while (tokens[at] === 'AND') { at += 1; all = one() && all; }
    return all;
  };
  const either = () => {
    let any = both();
    while (tokens[at] === 'OR') { at += 1; any = both() || any; }
    return any;
  };
  return either();
}

const faults = [];
for (const line of packages) {
  const [dependency, license] = line.split('|');
  const [name, version, ...from] = dependency.replace(' (proc-macro)', '').split(' ');
  if (!license || !isAllowed(license)) faults.push(`${name} ${version}: the licence is ${license}`);
  if (banned.has(name)) faults.push(`${name} ${version} is banned`);
  // What does not come from crates.io is followed by its path or address.
  if (from.length > 0 && !name.startsWith('othellier')) faults.push(`${name} comes from ${from.join(' ')}`);
}
for (const licence of allowed) {
  if (!used.has(licence)) faults.push(`no dependency has the allowed licence ${licence}`);
}
for (const fault of faults) console.error(fault);
console.log(`${packages.size} packages: ${faults.length === 0 ? 'licences, bans and sources are fine' : 'refused'}`);
process.exit(faults.length === 0 ? 0 : 1);
