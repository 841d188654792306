import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

// Buyers come first: on the machine of the shop a command that imports this module uses what the servers leave. Linux has a priority for
// each thread, also for those of the garbage collector; a later thread has that of the thread that starts it.
for (const thread of process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'])
  setPriority(Number(thread), constants.priority.PRIORITY_LOW)
