import './low-priority.ts'

// Loaded at that priority, for it takes as long as a small import.
const { runMovingIn } = await import('./moving-in-command.ts')
await runMovingIn()
