import { auditPackages } from './step/audit.mjs'

// Prints the known vulnerabilities of packages, and never fails: CI shows them, `npm test -- audit` judges them.

try {
  const { failures } = await auditPackages()
  console.log(failures.length === 0 ? 'No package has a known grave fault.' : `Known faults of packages:\n${failures.join('\n')}`)
} catch (error) {
  console.log(`Known faults of packages could not be read: ${error instanceof Error ? error.message : error}`)
}
