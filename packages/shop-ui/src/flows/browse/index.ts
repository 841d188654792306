export { EventPage } from './EventPage.tsx'
export { InstancePage } from './InstancePage.tsx'
