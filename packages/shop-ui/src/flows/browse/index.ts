export { EventPage } from './EventPage.tsx'
export { HomePage } from './HomePage.tsx'
export { InstancePage } from './InstancePage.tsx'
