export { agreeToRenewals, stopRenewals } from './agree.ts'
export { renewMemberships } from './renew-memberships.ts'
export { chargeKey } from './charge.ts'
export { readEndedConsent, readRenewalNotice } from './renewal-notice.ts'
