/** What the addresses of a picture in a scene are found by: a cut-out is another picture before each background. */
export function pictureKey({ uuid, background }: { uuid: string; background?: string | null | undefined }): string {
  return background ? `${uuid}/${background}` : uuid
}
