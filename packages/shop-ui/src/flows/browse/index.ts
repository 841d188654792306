export { EventPage } from './EventPage.tsx'
export { InstancePage } from './InstancePage.tsx'
export { PriorityBookingPage } from './PriorityBookingPage.tsx'
