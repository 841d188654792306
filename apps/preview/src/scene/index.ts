export { ViewScene } from './ViewScene.tsx'
