/** The official driver, for what stands outside this package, where it is not installed. */
export { type Collection, MongoClient, ObjectId } from 'mongodb'
