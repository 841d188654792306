export { type Camera, centreOn, clearBox, type Edges, fitBox, lookInto, reveal, type Size, toPlan, toScreen, visibleBox } from './camera.ts'
export { createCameraController, type Limits, type CameraController } from './camera-controller.ts'
