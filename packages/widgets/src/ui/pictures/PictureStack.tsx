import { useStyles } from '../../rootContext.ts'
import { Picture } from './Picture.tsx'
import css from './PictureStack.css?inline'
import thingCss from './ProductPreview.css?inline'

type File = {
  readonly uuid: string
  readonly width: number
  readonly height: number
  readonly display: Readonly<Record<string, string>>
}

export type PictureStackProps = {
  /** What they show together. */
  label: string
  /** Up to three; none if they are lost. */
  files: readonly File[]
  failedLabel: string
  /** Called when an address has expired. */
  onBroken: () => void
}

/** Downloadable pictures, drawn as a few overlapping prints on a table. */
export function PictureStack({ label, files, failedLabel, onBroken }: PictureStackProps) {
  useStyles(thingCss)
  useStyles(css)
  return (
    <span
      className="pk-thing pk-files"
      part="thing"
      data-kind="files"
      role="img"
      aria-label={label}
      aria-hidden={files.length === 0 || undefined}
    >
      <span className="pk-files-body" data-count={files.length}>
        {files.map(({ uuid, width, height, display }) => (
          <span key={uuid} className="pk-files-one" aria-hidden="true">
            <Picture
              alt=""
              width={width}
              height={height}
              addresses={display}
              sizes="160px"
              failedLabel={failedLabel}
              onExpired={async () => void onBroken()}
            />
          </span>
        ))}
      </span>
    </span>
  )
}
