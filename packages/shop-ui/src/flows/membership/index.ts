export { LevelPage } from './LevelPage.tsx'
export { LevelsPage } from './LevelsPage.tsx'
