/** The key for the addresses of a picture in a scene: a cut-out is a different picture on each background. */
export function pictureKey({ uuid, background }: { uuid: string; background?: string | null | undefined }): string {
  return background ? `${uuid}/${background}` : uuid
}
