// Runs @firestore-emulator/server on a free port of 127.0.0.1 and prints the address as the first
// line. The line "gc" on standard input triggers a garbage collection, for a fair comparison of
// memory.
//
// The package's own start() listens on every interface, on a port that must be known in advance, so
// the gRPC server that it creates is bound here instead. Nothing else differs.
const readline = require("node:readline");
const { ServerCredentials } = require("@grpc/grpc-js");
const { FirestoreServer } = require("@firestore-emulator/server");

const firestore = new FirestoreServer();
firestore.server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(`127.0.0.1:${port}`);
});
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "gc") {
    global.gc();
    console.log("done");
  }
});
