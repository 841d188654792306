/** `open`: calls are rejected at once. `half-open`: one trial call is sent to the provider, the others are rejected. */
export const circuitStates = ['closed', 'half-open', 'open'] as const
export type CircuitState = (typeof circuitStates)[number]
/** The state of the circuit breaker, and the number of calls that were answered, failed, or rejected without being sent. */
export type CircuitReport = {
  readonly state: CircuitState
  readonly answeredCalls: number
  readonly failedCalls: number
  readonly rejectedCalls: number
}
