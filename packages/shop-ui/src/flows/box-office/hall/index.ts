export { BandsPage } from './BandsPage.tsx'
export { HallPage } from './HallPage.tsx'
export { HallsPage } from './HallsPage.tsx'
export { NewHallPage } from './NewHallPage.tsx'
