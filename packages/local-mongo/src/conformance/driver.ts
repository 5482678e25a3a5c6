/** The official driver, for code outside this package, which does not install it. */
export { type Collection, MongoClient, ObjectId } from 'mongodb'
