export { giveMembership, type Membership, membershipsOf } from './membership.ts'
