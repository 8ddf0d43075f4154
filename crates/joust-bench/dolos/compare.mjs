// Compares programs with Dolos. Reads {"rounds", "groups": [{"language", "files": [{"path", "text"}], "ignored"}]}
// from standard input, and writes {"pairs": [{"left", "right", "similarity"}], "millis"} with the best time.

import { File } from "@dodona/dolos-core";
import { Dolos } from "@dodona/dolos-lib";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const { rounds, groups } = JSON.parse(input);

async function compare({ language, files, ignored }) {
  const dolos = new Dolos({ language });
  const all = files.map(({ path, text }) => new File(path, text));
  const template = ignored ? new File("template", ignored) : undefined;
  const report = await dolos.analyze(all, "bench", template);
  return report.allPairs().map((pair) => ({
    left: pair.leftFile.path,
    right: pair.rightFile.path,
    similarity: pair.similarity,
  }));
}

let millis = Number.POSITIVE_INFINITY;
let pairs = [];
for (let round = 0; round < rounds; round++) {
  const begin = performance.now();
  pairs = [];
  for (const group of groups) pairs.push(...(await compare(group)));
  millis = Math.min(millis, performance.now() - begin);
}
process.stdout.write(JSON.stringify({ pairs, millis }));
