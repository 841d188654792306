export { AlternativeChoicesPage } from './AlternativeChoicesPage.tsx'
export { DressRehearsalPage } from './DressRehearsalPage.tsx'
export { FirstChoicePage } from './FirstChoicePage.tsx'
