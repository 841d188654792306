export { GroupBookingPage } from './GroupBookingPage.tsx'
export { GroupBookingsPage } from './GroupBookingsPage.tsx'
export { NewGroupBookingPage } from './NewGroupBookingPage.tsx'
