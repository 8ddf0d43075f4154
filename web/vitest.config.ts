import { defineConfig } from "vitest/config";

const own = (name: string, seconds: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
  },
});

export default defineConfig({
  test: {
    globalSetup: "test/games.ts",
    fileParallelism: false,
    // A page on a busy machine takes longer than the second that is usual.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      own("unit", 20),
      own("browser", 60),
      own("arena", 120),
      own("bench", 120),
      own("pictures", 60),
    ],
  },
});
