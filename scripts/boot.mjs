// The first step of every command: `node scripts/boot.mjs [--step 1/4] <script> [arguments]`. It needs only Node 20 and the npm
// that comes with it: it installs the locked packages (among them the pinned Node 24) and runs the script on that Node. What is
// imported statically here must exist on any Node, however old, so that the message below can be printed.
const [major] = process.versions.node.split('.').map(Number)

if (major < 20) {
  process.stderr.write(
    `Portraitkit needs Node 20 or newer to start and this is Node ${process.versions.node}: install a current Node from https://nodejs.org and run the command again.\n`,
  )
  process.exit(1)
}

void import('./install.mjs').then(({ boot }) => boot(process.argv.slice(2)))
