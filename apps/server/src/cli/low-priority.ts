import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

// `node --import` loads it before a command. Buyers come first: on the machine of the shop the command uses what the servers leave. Linux has
// a priority for each thread, also for those of the garbage collector; a later thread has that of the thread that starts it.
if (process.platform === 'linux') {
  // The class `SCHED_IDLE`, for which Node.js has no call. A server that wakes up interrupts a thread of it at once.
  const { status } = spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
  if (status !== 0) for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), constants.priority.PRIORITY_LOW)
} else setPriority(constants.priority.PRIORITY_LOW)

// The modules of a command load in two thirds of the time. In a folder that cannot be written there is no cache.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
