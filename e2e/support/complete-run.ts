/** Whether Playwright was started for all journeys, without the names of some. */
export function isCompleteRun(): boolean {
  const testArguments = process.argv.slice(process.argv.indexOf('test') + 1)
  return testArguments.every((word) => /^--(reporter|workers|retries)=/.test(word))
}
