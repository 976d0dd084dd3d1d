import type { Look } from '../../ui/list/work-cells.tsx'

/* How what is asked of each platform is named and coloured. */

export const songActions = {
  MUSIC: { key: 'actionMusic', tone: 'brand' },
  LYRICS: { key: 'actionLyrics', tone: 'lime' },
} as const satisfies Record<string, Look>

export const videoActions = {
  VIDEO: { key: 'actionVideo', tone: 'brand' },
  REMIX: { key: 'actionRemix', tone: 'lime' },
  EDIT: { key: 'actionEdit', tone: 'orange' },
  EXTENSION: { key: 'actionExtension', tone: 'info' },
} as const satisfies Record<string, Look>

export const drawingActions = {
  IMAGINE: { key: 'actionImagine', tone: 'info' },
  UPSCALE: { key: 'actionUpscale', tone: 'orange' },
  VARIATION: { key: 'actionVariation', tone: 'brand' },
  HIGH_VARIATION: { key: 'actionHighVariation', tone: 'brand' },
  LOW_VARIATION: { key: 'actionLowVariation', tone: 'brand' },
  PAN: { key: 'actionPan', tone: 'lime' },
  DESCRIBE: { key: 'actionDescribe', tone: 'warn' },
  BLEND: { key: 'actionBlend', tone: 'lime' },
  UPLOAD: { key: 'actionUpload', tone: 'info' },
  SHORTEN: { key: 'actionShorten', tone: 'warn' },
  REROLL: { key: 'actionReroll', tone: 'orange' },
  INPAINT: { key: 'actionInpaint', tone: 'brand' },
  ZOOM: { key: 'actionZoom', tone: 'lime' },
  CUSTOM_ZOOM: { key: 'actionCustomZoom', tone: 'lime' },
  MODAL: { key: 'actionModal', tone: 'ok' },
  SWAP_FACE: { key: 'actionSwapFace', tone: 'ok' },
  VIDEO: { key: 'actionVideo', tone: 'orange' },
  EDITS: { key: 'actionEdits', tone: 'brand' },
} as const satisfies Record<string, Look>
