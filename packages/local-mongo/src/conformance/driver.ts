/** The official driver, for code outside this package, where it is not installed. */
export { type Collection, MongoClient, ObjectId } from 'mongodb'
