export { ClaimPage } from './ClaimPage.tsx'
export { LevelPage } from './LevelPage.tsx'
export { LevelsPage } from './LevelsPage.tsx'
