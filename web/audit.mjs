// Known holes in what npm brings. A registry that cannot be asked is a line, not a failure.
import { spawnSync } from "node:child_process";

const asked = spawnSync("npm", ["audit", "--json"], { encoding: "utf8", timeout: 60_000 });
let report = {};
try {
  report = JSON.parse(asked.stdout);
} catch {
  // What is no report is told below.
}
const found = report.metadata?.vulnerabilities;
if (!found) {
  const why = report.message ?? asked.error?.message ?? "no answer";
  console.log(`npm: known holes not checked, the registry cannot be asked: ${why}`);
} else {
  const holes = Object.values(report.vulnerabilities ?? {});
  for (const hole of holes) {
    console.log(`npm: ${hole.name} ${hole.range}: ${hole.severity}`);
  }
  const grave = found.high + found.critical;
  console.log(`npm: ${found.total} known holes, ${grave} of them high or critical`);
  process.exitCode = grave > 0 ? 1 : 0;
}
