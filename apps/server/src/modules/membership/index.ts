export { giveMembership, listMemberships, type Membership, membershipsOf, setRenewal } from './membership.ts'
