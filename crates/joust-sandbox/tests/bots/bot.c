/* A bot for tests: it plays the first legal move, and does besides what its first argument says. What it finds
   out it says on standard error, as `WHAT: RESULT`. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static char *line;
static size_t room;

static int hear(void) { return getline(&line, &room, stdin) > 0; }

static void say(const char *text) {
    fputs(text, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

static void report(const char *what, long result) {
    fprintf(stderr, "%s: %s\n", what, result < 0 ? strerrorname_np(errno) : "done");
}

static void hello(void) {
    if (!hear()) exit(0);
    say("{\"type\":\"hello\",\"protocol\":1,\"name\":\"C\",\"version\":\"1\"}");
}

static void act(void) {
    char *from = strstr(line, "\"moves\":[\"");
    char *to = from ? strchr(from += 10, '"') : NULL;
    if (to)
        printf("{\"type\":\"action\",\"action\":\"%.*s\"}\n", (int)(to - from), from);
    else
        puts("{\"type\":\"action\",\"action\":\"-\"}");
    fflush(stdout);
}

static void play(void) {
    while (hear())
        if (strstr(line, "\"type\":\"turn\"")) act();
}

static void fill(size_t size) {
    char *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) memset(room, 1, size);
}

static volatile int deep;
static int recurse(int depth) {
    volatile char room[4096];
    room[depth % 4096] = (char)depth;
    deep = depth;
    return recurse(depth + 1) + room[depth % 4096];
}

static void open_to_read(const char *path) {
    int file = open(path, O_RDONLY);
    char letter;
    report(path, file < 0 ? file : read(file, &letter, 1));
}

static void open_to_write(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    report(path, file < 0 ? file : write(file, "x", 1));
}

/* Locks a file in both ways that there are, as far as it may. */
static int lock(const char *path) {
    int file = open(path, O_RDONLY);
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return flock(file, LOCK_EX) < 0 ? -1 : fcntl(file, F_SETLK, &whole);
}

static int locked(const char *path) {
    int file = open(path, O_RDONLY);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_GETLK, &whole);
}

static void until_killed(void) {
    for (;;) pause();
}

/* What can be tried in the middle of a game, and leaves the bot able to play on. */
static void try_all(char **words) {
    for (; *words; words++) {
        char *what = *words;
        if (!strcmp(what, "read")) open_to_read(*++words);
        else if (!strcmp(what, "write")) open_to_write(*++words);
        else if (!strcmp(what, "list")) { int d = open(*++words, O_RDONLY | O_DIRECTORY); report(*words, d); }
        else if (!strcmp(what, "run")) {
            char *program = *++words;
            pid_t child = fork();
            if (child == 0) { execl(program, program, (char *)NULL); report(program, -1); _exit(0); }
        }
        else if (!strcmp(what, "remove")) report(what, unlink(*++words));
        else if (!strcmp(what, "rename")) { char *from = *++words; report(what, rename(from, "elsewhere")); }
        else if (!strcmp(what, "truncate")) report(what, truncate(*++words, 0));
        else if (!strcmp(what, "chmod")) report(what, chmod(*++words, 0777));
        else if (!strcmp(what, "folder")) report(what, mkdir(*++words, 0700));
        else if (!strcmp(what, "link")) report(what, symlink("/etc/passwd", *++words));
        else if (!strcmp(what, "memory-file")) report(what, memfd_create("room", 0));
        else if (!strcmp(what, "inet")) report(what, socket(AF_INET, SOCK_STREAM, 0));
        else if (!strcmp(what, "inet6")) report(what, socket(AF_INET6, SOCK_DGRAM, 0));
        else if (!strcmp(what, "unix")) report(what, socket(AF_UNIX, SOCK_STREAM, 0));
        else if (!strcmp(what, "netlink")) report(what, socket(AF_NETLINK, SOCK_RAW, 0));
        else if (!strcmp(what, "send")) {
            int ends[2];
            struct sockaddr_un to = {AF_UNIX, "/dev/log"};
            if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends)) report(what, -1);
            else report(what, sendto(ends[0], "x", 1, 0, (struct sockaddr *)&to, sizeof to));
        }
        else if (!strcmp(what, "kill-parent")) report(what, kill(getppid(), SIGKILL));
        else if (!strcmp(what, "kill")) report(what, kill(atoi(*++words), SIGKILL));
        else if (!strcmp(what, "session")) report(what, setsid());
        else if (!strcmp(what, "group")) report(what, setpgid(0, 0));
        else if (!strcmp(what, "limit")) {
            struct { unsigned long soft, hard; } most = {1ul << 40, 1ul << 40};
            report(what, syscall(SYS_prlimit64, 0, 1 /* the size of files */, &most, NULL));
        }
        else if (!strcmp(what, "shared")) {
            void *room = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            report(what, room == MAP_FAILED ? -1 : 0);
        }
        else if (!strcmp(what, "clock")) {
            struct timespec now;
            report(what, clock_gettime(CLOCK_REALTIME, &now));
            report("set-clock", clock_settime(CLOCK_REALTIME, &now));
        }
        else if (!strcmp(what, "lock")) report(what, lock(*++words));
        else if (!strcmp(what, "locked")) report(what, locked(*++words));
        else if (!strcmp(what, "sibling")) {
            pid_t other = (pid_t)syscall(SYS_clone, 0x00008000 /* CLONE_PARENT */ | SIGCHLD, 0, 0, 0, 0);
            if (other == 0) until_killed();
            report(what, other);
        }
        else if (!strcmp(what, "namespace")) report(what, syscall(SYS_unshare, 0x10000000));
        else if (!strcmp(what, "terminal")) open_to_write("/dev/tty");
    }
    fprintf(stderr, "tried\n");
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "honest";
    /* Before the game. */
    if (!strcmp(what, "exit-at-start")) return 0;
    if (!strcmp(what, "crash-at-start")) { fputs("oh no\n", stderr); return 3; }
    if (!strcmp(what, "never-reads")) until_killed();
    if (!strcmp(what, "stops-reading")) { char some[1000]; read(0, some, sizeof some); until_killed(); }
    if (!strcmp(what, "close-all")) { close(0); close(1); close(2); until_killed(); }
    if (!strcmp(what, "early")) {
        say("{\"type\":\"hello\",\"protocol\":1}");
        say("{\"type\":\"action\",\"action\":\"pass\"}");
        until_killed();
    }
    if (!strcmp(what, "deaf")) {
        /* Ignores what can be ignored, and its orders to end. */
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
        hello();
        if (hear()) act();
        while (hear()) {}
        until_killed();
    }
    hello();
    if (!strcmp(what, "honest")) play();
    if (!strcmp(what, "try") && hear()) { try_all(words + 2); act(); play(); return 0; }
    if (!strcmp(what, "exit-at-end")) { if (hear()) act(); return 7; }
    if (!strcmp(what, "background")) {
        /* Takes memory while nobody waits for it. */
        if (hear()) act();
        for (;;) fill(16 << 20);
    }
    if (!hear()) return 0;
    /* In its first turn. */
    if (!strcmp(what, "reads-once")) { act(); until_killed(); }
    if (!strcmp(what, "spin")) for (;;) {}
    if (!strcmp(what, "spin-in-child")) { for (int n = 0; n < 2; n++) if (!fork()) for (;;) {} until_killed(); }
    if (!strcmp(what, "sleep")) until_killed();
    if (!strcmp(what, "recurse")) return recurse(0);
    if (!strcmp(what, "allocate")) for (;;) fill(16 << 20);
    if (!strcmp(what, "allocate-in-children")) {
        for (int n = 0; n < 8; n++) if (!fork()) { fill(64 << 20); until_killed(); }
        until_killed();
    }
    if (!strcmp(what, "share-with-children")) {
        /* One piece of memory in nine processes is one piece. */
        fill(100 << 20);
        for (int n = 0; n < 8; n++) if (!fork()) until_killed();
        usleep(300000);
        act();
        play();
    }
    if (!strcmp(what, "flood-out")) for (;;) puts("{\"type\":\"note\",\"text\":\"again and again\"}");
    if (!strcmp(what, "flood-line")) for (;;) putchar('x');
    if (!strcmp(what, "flood-err")) for (;;) fputs("again and again\n", stderr);
    if (!strcmp(what, "garbage")) { say("pass"); play(); }
    if (!strcmp(what, "json-garbage")) { say("[1,2,3]"); play(); }
    if (!strcmp(what, "unknown-type")) { say("{\"type\":\"resign\"}"); play(); }
    if (!strcmp(what, "hello-again")) { say("{\"type\":\"hello\",\"protocol\":1}"); play(); }
    if (!strcmp(what, "bytes")) { fwrite("\xff\xfe\0\x1b[2J\n", 1, 8, stdout); fflush(stdout); play(); }
    if (!strcmp(what, "half-a-line")) { fputs("{\"type\":\"act", stdout); fflush(stdout); until_killed(); }
    if (!strcmp(what, "half-and-exit")) { fputs("{\"type\":\"act", stdout); fflush(stdout); return 0; }
    if (!strcmp(what, "megabyte")) {
        fputs("{\"type\":\"action\",\"action\":\"", stdout);
        for (int n = 0; n < 1 << 20; n++) putchar('x');
        say("\"}");
        play();
    }
    if (!strcmp(what, "illegal")) { say("{\"type\":\"action\",\"action\":\"a1-a9\"}"); play(); }
    if (!strcmp(what, "orders")) {
        fputs("{\"type\":\"action\",\"action\":\"", stdout);
        for (int n = 0; n < 1001; n++) printf("%s%db", n ? "," : "", n % 50);
        say("\"}");
        play();
    }
    if (!strcmp(what, "twice")) { act(); act(); play(); }
    if (!strcmp(what, "exit")) return 0;
    if (!strcmp(what, "crash")) { fputs("first\nlast words\n", stderr); return 3; }
    if (!strcmp(what, "abort")) abort();
    if (!strcmp(what, "close-out")) { close(1); play(); until_killed(); }
    if (!strcmp(what, "close-in")) { close(0); act(); until_killed(); }
    if (!strcmp(what, "ptrace")) { report(what, ptrace(PTRACE_ATTACH, getppid(), NULL, NULL)); act(); play(); }
    if (!strcmp(what, "reach-in")) {
        report(what, syscall(SYS_process_vm_readv, getppid(), NULL, 0L, NULL, 0L, 0L));
        act();
        play();
    }
    if (!strcmp(what, "fork")) { if (!fork()) until_killed(); act(); play(); }
    if (!strcmp(what, "fork-and-exit")) { if (!fork()) until_killed(); return 0; }
    if (!strcmp(what, "daemon")) {
        /* The way of daemons: fork, a session of its own, fork again. */
        if (!fork()) {
            report("session", setsid());
            if (!fork()) { close(0); close(1); close(2); until_killed(); }
            _exit(0);
        }
        usleep(100000);
        act();
        play();
    }
    if (!strcmp(what, "bomb")) for (;;) fork();
    return 0;
}
