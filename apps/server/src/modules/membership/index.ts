export { giveMembership, listMemberships, type Membership, membershipsOf } from './membership.ts'
