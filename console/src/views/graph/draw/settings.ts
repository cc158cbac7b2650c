import { createEdgeCurveProgram } from '@sigma/edge-curve'
import { EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering'
import type { LineLook, NodeLook } from './drawn-looks.ts'
import type { LabelPen } from './label-pen.ts'
import type { Theme } from './themes.ts'

/** The settings of the library that draws. */
export function drawingSettings(theme: Theme, pen: LabelPen) {
  const curve = createEdgeCurveProgram<NodeLook, LineLook>({
    arrowHead: { extremity: 'target', lengthToThicknessRatio: 2.5, widenessToThicknessRatio: 2 },
    defaultCurvature: 0,
    drawLabel: pen.addLine,
  })
  return {
    allowInvalidContainer: true,
    edgeProgramClasses: {
      thin: EdgeLineProgram<NodeLook, LineLook>,
      line: EdgeRectangleProgram<NodeLook, LineLook>,
      curve,
    },
    defaultEdgeColor: theme.line,
    renderEdgeLabels: true,
    labelFont: 'system-ui, sans-serif',
    labelSize: 13,
    labelWeight: '500',
    labelColor: { color: theme.text },
    labelDensity: 2,
    labelGridCellSize: 90,
    labelRenderedSizeThreshold: 3,
    edgeLabelFont: 'system-ui, sans-serif',
    edgeLabelSize: 11,
    edgeLabelColor: { color: theme.text },
    defaultDrawNodeLabel: pen.addNode,
    defaultDrawEdgeLabel: pen.addLine,
    defaultDrawNodeHover: pen.hover,
    zIndex: true,
    minCameraRatio: 0.02,
    maxCameraRatio: 4,
    stagePadding: 60,
  }
}
