export { createHallMesh, type HallMesh } from './hall-mesh.ts'
