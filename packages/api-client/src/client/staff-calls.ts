import { contract, staffContract } from '#contract'

/** Adds the calls of staff to every client. In a build the contract has them only after this; elsewhere it has them already. */
export const addStaffCalls = (): void => void Object.assign(contract, staffContract)
