import './low-priority.ts'

// Loaded at that priority, for it takes as long as a small import.
const { runProgramme } = await import('./programme-command.ts')
await runProgramme()
