type PictureInScene = { uuid: string; version?: string | null | undefined; background?: string | null | undefined }

/** The key for the addresses of a picture in a scene: a cut-out is a different picture on each background, as is each version of its file. */
export function pictureKey({ uuid, version, background }: PictureInScene): string {
  return [version ? `${uuid}@${version}` : uuid, ...(background ? [background] : [])].join('/')
}
